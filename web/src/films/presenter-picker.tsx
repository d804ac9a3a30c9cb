import { useQuery } from '@tanstack/react-query';
import { api } from '../api/clients.ts';
import { ownAddress } from '../api/own-address.ts';
import { useTexts } from '../texts/index.tsx';
import { ErrorNote } from '../ui/error-note.tsx';

type PresenterPickerProps = { value: string; onChange(presenterId: string): void };

export function PresenterPicker({ value, onChange }: PresenterPickerProps) {
  const { films: texts } = useTexts();
  const { data, error } = useQuery({
    queryKey: ['avatars'],
    queryFn: () => api.videos.avatars(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{texts.presenter}</legend>
      <ErrorNote error={error} />
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {data?.avatars.map(({ id, name, description, thumbnail_url }) => (
          <label
            key={id}
            title={description}
            className="cursor-pointer overflow-hidden rounded-lg border-2 border-line text-center text-xs has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="presenter"
              value={id}
              checked={value === id}
              onChange={() => onChange(id)}
              className="sr-only"
            />
            <img
              src={ownAddress(thumbnail_url)}
              alt=""
              loading="lazy"
              width={512}
              height={512}
              className="aspect-square w-full object-cover"
            />
            <span className="block truncate px-1 py-1">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

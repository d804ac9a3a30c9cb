import { ATTRIBUTE, NODE } from './format.ts';
import type { Node } from './graph.ts';
import { type Field, fieldsOf, unpacked } from './protobuf.ts';

/** Integers of an attribute. Empty if the node does not have it. */
export function intsOf(node: Node, name: string): number[] {
  const value = node.attributes?.[name];
  if (value) return 'ints' in value ? [...value.ints] : 'int' in value ? [value.int] : [];
  return fieldsWithin(node, name)
    .filter(({ field }) => field === ATTRIBUTE.ints || field === ATTRIBUTE.int)
    .flatMap((one) => (one.wire === 0 ? [Number(BigInt.asIntN(64, one.number))] : unpacked(one.value)));
}

export function floatOf(node: Node, name: string): number | undefined {
  const value = node.attributes?.[name];
  if (value) return 'float' in value ? value.float : undefined;
  return fieldsWithin(node, name)
    .find(({ field }) => field === ATTRIBUTE.float)
    ?.whole.readFloatLE(1);
}

export function textOf(node: Node, name: string): string | undefined {
  const value = node.attributes?.[name];
  if (value) return 'text' in value ? value.text : undefined;
  return fieldsWithin(node, name)
    .find(({ field }) => field === ATTRIBUTE.text)
    ?.value.toString('utf8');
}

function fieldsWithin({ raw }: Node, name: string): Field[] {
  for (const { field, value } of raw ? fieldsOf(raw) : []) {
    if (field !== NODE.attribute) continue;
    const fields = [...fieldsOf(value)];
    if (fields.some((one) => one.field === ATTRIBUTE.name && one.value.toString('utf8') === name))
      return fields;
  }
  return [];
}

/** Words that say nothing about music and are not reported as unknown. */
export const IGNORED_WORDS: ReadonlySet<string> = new Set(
  `a an the and or with of in on for to from at by as is it its that this these those some any into over under like
  please make create generate give me i we want need would compose write play music song track tune piece bed cue loop
  sound sounds style styled vibe vibes feel feeling feelings mood themed theme sort kind type bit little very really
  quite rather somewhat more less too also but just only then there which while where who my our your their his her be
  are was were being have has had do does let s second seconds sec minute long short about around music instrumental
  featuring feat plus bpm tempo key time signature inspired based using use used through during between against per
  video scene background intro introduction ending section part parts`.split(/\s+/u),
);

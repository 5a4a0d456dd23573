type Topics = Readonly<Record<string, object>>

/**
 * Adds topics to the texts of a start: a new one as it is, and to one of the same name the entries
 * that it lacks.
 */
export function joinTopics<S extends Topics, L extends Topics>(start: S, late: L): S & L {
  const added = Object.entries(late).map(
    ([topic, entries]) => [topic, { ...start[topic], ...entries }] as const,
  )
  return { ...start, ...Object.fromEntries(added) } as S & L
}

/** Groups values by a key, each group in their order. */
export function groupBy<T, K>(
  values: readonly T[],
  keyOf: (value: T) => K,
): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}

/** Returns the groups of values with the same key, in the order of their first values. */
export const groupsOf = <T, K>(
  values: readonly T[],
  keyOf: (value: T) => K,
): readonly (readonly T[])[] => [...groupBy(values, keyOf).values()]

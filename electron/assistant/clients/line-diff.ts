import type { DiffLine } from '../../../shared/domain/instructions/client-setup.js'

/** How many unchanged lines are shown around a change. */
const CONTEXT_LINES = 3
/** A longer changed part is shown as removed and added as a whole. */
const MAX_CELLS = 4_000_000

const linesOf = (text: string): readonly string[] => {
  const lines = text.split(/\r?\n/)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** Returns the difference of two texts, line by line, with a few lines around each change. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const start = commonStart(old, fresh)
  const end = commonStart([...old.slice(start)].reverse(), [...fresh.slice(start)].reverse())
  const same = (lines: readonly string[]): DiffLine[] =>
    lines.map((text) => ({ kind: 'same', text }))
  return withGaps([
    ...same(old.slice(0, start)),
    ...changes(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...same(old.slice(old.length - end)),
  ])
}

const commonStart = (a: readonly string[], b: readonly string[]): number => {
  const different = a.findIndex((line, index) => line !== b[index])
  return different === -1 ? Math.min(a.length, b.length) : different
}

/** Finds the longest common lines by a table of their lengths. */
function changes(old: readonly string[], fresh: readonly string[]): readonly DiffLine[] {
  const allAs = (lines: readonly string[], kind: 'added' | 'removed'): DiffLine[] =>
    lines.map((text) => ({ kind, text }))
  if (old.length * fresh.length > MAX_CELLS) {
    return [...allAs(old, 'removed'), ...allAs(fresh, 'added')]
  }
  const length = commonLengths(old, fresh)
  const diff: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length && j < fresh.length) {
    if (old[i] === fresh[j]) {
      diff.push({ kind: 'same', text: old[i] ?? '' })
      i += 1
      j += 1
    } else if ((length[i + 1]?.[j] ?? 0) >= (length[i]?.[j + 1] ?? 0)) {
      diff.push({ kind: 'removed', text: old[i] ?? '' })
      i += 1
    } else {
      diff.push({ kind: 'added', text: fresh[j] ?? '' })
      j += 1
    }
  }
  return [...diff, ...allAs(old.slice(i), 'removed'), ...allAs(fresh.slice(j), 'added')]
}

/** Returns for each pair of positions how many lines the rests have in common. */
function commonLengths(old: readonly string[], fresh: readonly string[]): readonly Uint32Array[] {
  const table = Array.from({ length: old.length + 1 }, () => new Uint32Array(fresh.length + 1))
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = fresh.length - 1; j >= 0; j -= 1) {
      const row = table[i]
      if (row === undefined) continue
      const below = table[i + 1]
      row[j] =
        old[i] === fresh[j] ? (below?.[j + 1] ?? 0) + 1 : Math.max(below?.[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return table
}

/** Replaces unchanged lines that are far from every change by one gap. */
function withGaps(lines: readonly DiffLine[]): readonly DiffLine[] {
  const near = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1)
      .some(({ kind }) => kind !== 'same'),
  )
  return lines.flatMap((line, index): DiffLine[] =>
    near[index] === true
      ? [line]
      : index === 0 || near[index - 1] === true
        ? [{ kind: 'gap', text: '' }]
        : [],
  )
}

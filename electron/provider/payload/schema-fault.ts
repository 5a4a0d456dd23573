import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** Returns the deepest issue: in a union, the branch that matched furthest is the intended one. */
function deepest(
  issue: Issue,
  above: readonly PropertyKey[],
): { readonly path: readonly PropertyKey[]; readonly code: string } {
  const path = [...above, ...issue.path]
  const here = { path, code: issue.code }
  if (issue.code !== 'invalid_union') return here
  // The first issue of a branch represents it, as it would without the union.
  const branches = issue.errors.flatMap((branch) =>
    branch[0] === undefined ? [] : [deepest(branch[0], path)],
  )
  return branches.reduce(
    (best, candidate) => (candidate.path.length > best.path.length ? candidate : best),
    here,
  )
}

/**
 * Describes in one line where a response violates the schema: the member's path and the kind of
 * fault. Never a value.
 */
export function faultOf(error: z.ZodError): string {
  const first = error.issues[0]
  if (first === undefined) return 'no reason was given'
  const { path, code } = deepest(first, [])
  return `${path.map(String).join('.')} ${code}`
}

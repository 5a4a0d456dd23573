import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/**
 * The issue that lies deepest: of a union, the branch that came furthest is the one that was meant.
 */
function deepest(
  issue: Issue,
  above: readonly PropertyKey[],
): { readonly path: readonly PropertyKey[]; readonly code: string } {
  const path = [...above, ...issue.path]
  const here = { path, code: issue.code }
  if (issue.code !== 'invalid_union') return here
  // Within a branch the first issue speaks for it, as it would without the union.
  const branches = issue.errors.flatMap((branch) =>
    branch[0] === undefined ? [] : [deepest(branch[0], path)],
  )
  return branches.reduce(
    (best, candidate) => (candidate.path.length > best.path.length ? candidate : best),
    here,
  )
}

/**
 * Where an answer leaves the contract, in one line: the member's path and what is wrong with it.
 * Never a value.
 */
export function faultOf(error: z.ZodError): string {
  const first = error.issues[0]
  if (first === undefined) return 'no reason was given'
  const { path, code } = deepest(first, [])
  return `${path.map(String).join('.')} ${code}`
}

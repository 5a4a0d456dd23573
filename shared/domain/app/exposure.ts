/**
 * A way by which another program of this computer could act as Countersign or read its keys: a
 * page's debugging port, a process's inspector, windows that are not isolated from the system, a
 * runtime that gets no security updates, pages from a server, or a variable that loads other code
 * or writes requests to the output.
 */
export const EXPOSURES = [
  'debugging-port',
  'inspector',
  'no-sandbox',
  'test-runtime',
  'page-server',
  'node-variable',
] as const
export type Exposure = (typeof EXPOSURES)[number]

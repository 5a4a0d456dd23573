/**
 * A way by which another program of this computer could act as Countersign or read its keys: a
 * page's debugging port, a process's inspector, windows that are not isolated from the system, a
 * runtime that gets no security updates, pages from a server, a variable that loads other code or
 * writes requests to the output, or a switch that loads other code or redirects connections.
 */
export const EXPOSURES = [
  'debugging-port',
  'inspector',
  'no-sandbox',
  'test-runtime',
  'page-server',
  'variable',
  'program-switch',
] as const
export type Exposure = (typeof EXPOSURES)[number]

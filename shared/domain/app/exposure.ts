/**
 * A way by which another program of this computer could act as Countersign: a page's debugging
 * port, a process's inspector, windows that are not isolated from the system, a runtime that gets
 * no security updates, or pages from a server.
 */
export const EXPOSURES = [
  'debugging-port',
  'inspector',
  'no-sandbox',
  'test-runtime',
  'page-server',
] as const
export type Exposure = (typeof EXPOSURES)[number]

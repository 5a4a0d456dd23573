/** Returns the system's code of an error, such as `ENOSPC`; null for an error without one. */
export function errorCode(error: unknown): string | null {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : null
  return typeof code === 'string' ? code : null
}

/** Returns the code of an error, or its name where it has none. */
export const errorName = (error: unknown): string =>
  errorCode(error) ?? (error instanceof Error ? error.name : 'unknown')

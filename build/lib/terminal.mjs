/** An error whose message is printed as one line without a stack. */
export class UserError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message)
    this.name = 'UserError'
  }
}

/** @param {string} line */
export function print(line) {
  process.stdout.write(`${line}\n`)
}

/** @param {string} line */
export function warn(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Runs an entry point. A `UserError` becomes one line and exit code 1; any other error keeps its
 * stack, because it is a bug.
 * @param {() => Promise<number | void>} main resolves to the exit code (nothing means 0)
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0
  } catch (error) {
    warn(
      error instanceof UserError
        ? error.message
        : String(error instanceof Error ? error.stack : error),
    )
    process.exitCode = 1
  }
}

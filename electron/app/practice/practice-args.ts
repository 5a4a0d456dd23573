/**
 * Command-line arguments that are passed on to the practice exchange, as
 * `--practice-<name>=<value>`.
 */
const FORWARDED = ['seed', 'clock', 'speed', 'quotes-ms', 'rate-limits', 'port-base'] as const

/** Returns the arguments of our command line for the practice exchange. */
export function practiceArgs(argv: readonly string[]): readonly string[] {
  return argv.flatMap((argument) => {
    const match = /^--practice-([a-z-]+)=(.{1,100})$/.exec(argument)
    const name = FORWARDED.find((passed) => passed === match?.[1])
    return name === undefined ? [] : [`--${name}`, match?.[2] ?? '']
  })
}

/** Arguments of ours that are meant for the practice exchange, as `--practice-<name>=<value>`. */
const FORWARDED = ['seed', 'clock', 'speed', 'rate-limits', 'port-base'] as const

/** What of our own command line goes on to the practice exchange; everything else stays here. */
export function practiceArgs(argv: readonly string[]): readonly string[] {
  return argv.flatMap((argument) => {
    const match = /^--practice-([a-z-]+)=(.{1,100})$/.exec(argument)
    const name = FORWARDED.find((passed) => passed === match?.[1])
    return name === undefined ? [] : [`--${name}`, match?.[2] ?? '']
  })
}

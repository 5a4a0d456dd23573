/** The outcome of one case in a few words, and what is wrong with it, if anything. */
export interface CaseOutcome {
  readonly kind: string
  readonly problem: string | null
}

/** A kind of cases: creates the next case and runs it. */
export interface Channel {
  readonly name: string
  /** How many of its cases run at the same time. */
  readonly abreast: number
  run(): Promise<CaseOutcome>
  close(): void
}

export interface Tally {
  readonly cases: Readonly<Record<string, number>>
  readonly outcomes: ReadonlySet<string>
  readonly problems: readonly string[]
  readonly seconds: number
}

const PATIENCE_MS = 20_000
const MAX_PROBLEMS = 20

/** Returns the outcome of `run`, or that it hangs. */
export async function within(run: Promise<CaseOutcome>, ms = PATIENCE_MS): Promise<CaseOutcome> {
  let timer: NodeJS.Timeout | undefined
  const hang = new Promise<CaseOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'hang', problem: `no answer in ${ms} ms` }), ms)
  })
  try {
    return await Promise.race([run, hang])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs all channels concurrently until `enough` returns true for each, given its number of cases.
 */
export async function drive(
  channels: readonly Channel[],
  enough: (channel: Channel, done: number) => boolean,
): Promise<Tally> {
  const began = performance.now()
  const cases: Record<string, number> = {}
  const outcomes = new Set<string>()
  const problems: string[] = []
  const lane = async (channel: Channel): Promise<void> => {
    while (!enough(channel, cases[channel.name] ?? 0) && problems.length < MAX_PROBLEMS) {
      cases[channel.name] = (cases[channel.name] ?? 0) + 1
      const { kind, problem } = await within(channel.run())
      outcomes.add(`${channel.name}: ${kind}`)
      if (problem !== null) problems.push(`${channel.name}: ${problem}`)
    }
  }
  await Promise.all(
    channels.flatMap((channel) => Array.from({ length: channel.abreast }, () => lane(channel))),
  )
  return { cases, outcomes, problems, seconds: (performance.now() - began) / 1_000 }
}

import { FAULTS, type FaultName } from '../../../../electron/practice/faults/fault-table.js'

/** What goes wrong in simulations besides the faults of the exchange's own table. */
const OTHERS = [
  'request not sent',
  'request lost',
  'answer lost',
  'request never answered',
  'answer never arrives',
  'request late',
  'name not resolved',
  'connection cut',
  'event lost',
  'quote lost',
  'slow reader of quotes',
  'slow window',
  'storm of refusals',
  'exchange crash',
  'exchange clock wrong',
  'exchange disk full',
  'exchange disk slow',
  'exchange line torn',
  'tokens revoked',
  'tokens expired',
  'event stream killed',
  'event stream expired',
  'symbol halted',
  'order refused in a halt',
  'order canceled in a halt',
  'client crash',
  'power loss',
  'quit',
  'stall',
  'client clock set',
  'client disk full',
  'client disk slow',
  'client line torn',
  'linked orders sent',
] as const

/** The name of something that goes wrong in some seeds. */
export type Incident = (typeof OTHERS)[number] | FaultName

/**
 * Faults of the list of accounts: they decide which accounts a person has, and nothing about an
 * order. Tests of the session and of the window show them.
 */
const OF_ACCOUNTS: ReadonlySet<string> = new Set<FaultName>([
  'unpublished-class',
  'unpublished-classes',
])

/** Everything that must happen in some seed of a long run, or the run shows nothing about it. */
export const INCIDENTS: readonly Incident[] = [
  ...OTHERS,
  ...(Object.keys(FAULTS) as FaultName[]).filter((name) => !OF_ACCOUNTS.has(name)),
]

/** Counts how often each incident had an effect in one seed; not how often it was switched on. */
export class Coverage {
  readonly #counts = new Map<Incident, number>()

  count(incident: Incident): void {
    this.#counts.set(incident, (this.#counts.get(incident) ?? 0) + 1)
  }

  /** Returns the counts of all incidents by name. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(INCIDENTS.map((name) => [name, this.#counts.get(name) ?? 0]))
  }
}

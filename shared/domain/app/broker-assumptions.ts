/**
 * What no broker has published and a person can set for one connection, each with its choices. The
 * first choice is what Countersign assumes; `ASSUMPTIONS` has everything else that is assumed.
 */
export const ASSUMPTION_CHOICES = {
  /** MARKET-10: which ways to live prices are tried where a network closes their port. */
  marketRoutes: ['all', 'published'],
  /** EVENTS-6: after how much silence the stream of order events counts as dead. */
  eventSilence: ['usual', 'long'],
  /** EVENTS-6: whether a silent stream of order events is asked if it lives. */
  healthChecks: ['after-silence', 'never'],
  /** Which price values an option. */
  optionValue: ['midpoint', 'last'],
} as const

export type AssumptionName = keyof typeof ASSUMPTION_CHOICES
export type AssumptionChoice<Name extends AssumptionName> =
  (typeof ASSUMPTION_CHOICES)[Name][number]

/** The choices that a person made; an absent one is as Countersign assumes. */
export type BrokerAssumptions = {
  readonly [Name in AssumptionName]?: AssumptionChoice<Name> | undefined
}

export const ASSUMPTION_NAMES = Object.keys(ASSUMPTION_CHOICES) as readonly AssumptionName[]

/** Returns the choice in effect. */
export const chosen = <Name extends AssumptionName>(
  assumptions: BrokerAssumptions | undefined,
  name: Name,
): AssumptionChoice<Name> =>
  (assumptions?.[name] as AssumptionChoice<Name> | undefined) ?? ASSUMPTION_CHOICES[name][0]

/** Returns what differs from Countersign's assumptions, as "name=choice"; empty for nothing. */
export const changedAssumptions = (assumptions: BrokerAssumptions | undefined): readonly string[] =>
  ASSUMPTION_NAMES.filter((name) => chosen(assumptions, name) !== ASSUMPTION_CHOICES[name][0]).map(
    (name) => `${name}=${chosen(assumptions, name)}`,
  )

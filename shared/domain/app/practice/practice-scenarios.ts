/** Figures of the scenarios of the practice exchange, for the exchange and the explanation. */
export const SCENARIO_FIGURES = {
  crash: {
    /** Falls of the whole market, and of the chosen stock on top, in percent. */
    marketPercent: 6,
    stockPercent: 10,
    /** Minutes until prices have fallen, turn, and have recovered. */
    fallenMinutes: 6,
    turnMinutes: 8,
    overMinutes: 38,
    /** The part of the fall that stays, in percent. */
    lastingPercent: 20,
  },
  /** The smallest and the largest gap after a report, in percent. */
  gap: { minPercent: 6, maxPercent: 15 },
  haltMinutes: 5,
} as const

/** A market of the exchange, as a load of the window. */
export interface Feed {
  readonly name: string
  /** How often the exchange sends the quote of a symbol, in ms. */
  readonly quotesMs: number
  /** Steps of its market in a second, over all symbols. */
  readonly rate: number
}

/** As a broker sends it, and so that as many messages reach the client as it can be sent. */
export const FEEDS = {
  usual: { name: 'usual feed', quotesMs: 100, rate: 10_000 },
  dense: { name: 'dense feed', quotesMs: 8, rate: 60_000 },
} as const satisfies Readonly<Record<string, Feed>>

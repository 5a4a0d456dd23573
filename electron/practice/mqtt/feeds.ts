import type { Disposer } from '../../../shared/domain/brand.js'
import type { Feed } from './feed.js'

/** A subscribed name, with the symbol whose steps serve it. */
interface Served {
  readonly source: string
  readonly unwatch: Disposer
}

const NONE: readonly string[] = []

/**
 * Combines all feeds: finds the feed of a symbol, and the steps that serve the subscribed names.
 */
export class Feeds {
  readonly #feeds: readonly Feed[]
  readonly #byName = new Map<string, Feed>()
  readonly #served = new Map<string, Served>()
  /** Names served by another symbol's steps, keyed by that symbol. */
  readonly #others = new Map<string, string[]>()

  constructor(feeds: readonly Feed[]) {
    this.#feeds = feeds
  }

  /** Returns the feed of a subscription category; undefined where nothing streams. */
  ofCategory(category: string): Feed | undefined {
    return this.#feeds.find(({ categories }) => categories.includes(category))
  }

  /** Returns the feed of a name, cached after the first request; undefined for unknown names. */
  feedOf(name: string): Feed | undefined {
    const known = this.#byName.get(name)
    if (known !== undefined) return known
    const found = this.#feeds.find((feed) => feed.has(name))
    if (found !== undefined) this.#byName.set(name, found)
    return found
  }

  /** Returns the other names that a symbol's steps serve. */
  namesOf(symbol: string): readonly string[] {
    return this.#others.size === 0 ? NONE : (this.#others.get(symbol) ?? NONE)
  }

  /**
   * Watches exactly the given names. Call it periodically too: continuous names roll to other
   * contracts.
   */
  want(names: ReadonlySet<string>): void {
    for (const [name, { source, unwatch }] of this.#served) {
      if (names.has(name) && this.feedOf(name)?.source(name) === source) continue
      unwatch()
      this.#served.delete(name)
    }
    for (const name of names) {
      const feed = this.#served.has(name) ? undefined : this.feedOf(name)
      if (feed !== undefined) {
        this.#served.set(name, {
          source: feed.source(name),
          unwatch: feed.watch(feed.source(name)),
        })
      }
    }
    this.#others.clear()
    for (const [name, { source }] of this.#served) {
      if (source !== name) this.#others.set(source, [...(this.#others.get(source) ?? []), name])
    }
  }
}

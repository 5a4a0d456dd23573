import type { Disposer } from '../../../shared/domain/brand.js'
import type { Feed } from './feed.js'

/** A name that somebody wants, with the symbol whose steps serve it. */
interface Served {
  readonly source: string
  readonly unwatch: Disposer
}

const NONE: readonly string[] = []

/**
 * All feeds together: which of them knows a symbol, and which steps serve the names that are wanted
 * now.
 */
export class Feeds {
  private readonly byName = new Map<string, Feed>()
  private readonly served = new Map<string, Served>()
  /** Names that are served by another symbol's steps, by that symbol. */
  private readonly others = new Map<string, string[]>()

  constructor(private readonly feeds: readonly Feed[]) {}

  /** The feed that is subscribed to under a category; undefined where nothing streams. */
  ofCategory(category: string): Feed | undefined {
    return this.feeds.find(({ categories }) => categories.includes(category))
  }

  /** The feed of a name that was wanted once; undefined for unknown ones. */
  feedOf(name: string): Feed | undefined {
    const known = this.byName.get(name)
    if (known !== undefined) return known
    const found = this.feeds.find((feed) => feed.has(name))
    if (found !== undefined) this.byName.set(name, found)
    return found
  }

  /** Names besides itself that a symbol's steps serve. */
  namesOf(symbol: string): readonly string[] {
    return this.others.size === 0 ? NONE : (this.others.get(symbol) ?? NONE)
  }

  /**
   * Watches what is wanted now and nothing else. Also to be called as time goes on: continuous
   * names come to other contracts.
   */
  want(names: ReadonlySet<string>): void {
    for (const [name, { source, unwatch }] of this.served) {
      if (names.has(name) && this.feedOf(name)?.source(name) === source) continue
      unwatch()
      this.served.delete(name)
    }
    for (const name of names) {
      const feed = this.served.has(name) ? undefined : this.feedOf(name)
      if (feed !== undefined) {
        this.served.set(name, { source: feed.source(name), unwatch: feed.watch(feed.source(name)) })
      }
    }
    this.others.clear()
    for (const [name, { source }] of this.served) {
      if (source !== name) this.others.set(source, [...(this.others.get(source) ?? []), name])
    }
  }
}

import type { ComponentType } from 'react'
import type { PanelManifest } from './panel-manifest.js'

/** What is known of a panel's code. */
export type PanelCodeState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'loaded'; readonly component: ComponentType }
  | { readonly kind: 'failed'; readonly error: Error }

const ABSENT: PanelCodeState = { kind: 'absent' }

/**
 * The code of a panel, loaded once. Not `React.lazy`: what replaces the fallback of a Suspense
 * boundary is shown up to 300 ms late, so that several boundaries change together, and a start
 * would wait for that with everything at hand.
 */
export class PanelCode {
  readonly #load: PanelManifest['load']
  readonly #listeners = new Set<() => void>()
  #state = ABSENT
  #loading: Promise<void> | null = null

  constructor(load: PanelManifest['load']) {
    this.#load = load
  }

  /** Returns what is known now; the same object until it changes. */
  readonly state = (): PanelCodeState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Loads the code once; after a failure, again. */
  load(): Promise<void> {
    if (this.#state.kind === 'failed') this.#set(ABSENT)
    this.#loading ??= this.#load().then(
      (component) => this.#set({ kind: 'loaded', component }),
      (error: unknown) => {
        this.#loading = null
        this.#set({
          kind: 'failed',
          error: error instanceof Error ? error : new Error(String(error)),
        })
      },
    )
    return this.#loading
  }

  #set(state: PanelCodeState): void {
    this.#state = state
    for (const listener of [...this.#listeners]) listener()
  }
}

import { systemClock } from '../adapters/clock.js'
import { systemRandom } from '../adapters/random.js'
import { systemTimers } from '../adapters/timers.js'
import { randomHex } from '../core/hex.js'
import type { Reply } from '../../shared/ipc/envelope.js'
import type { RevealingState } from './notifications/revealed-order.js'
import { StreamGate, type StreamEvent } from './streams/stream-gate.js'
import { WindowFeeds } from './streams/window-feeds.js'
import { applicationHandlers, type ApplicationHandlersDeps } from './application-handlers.js'
import type { Preferences } from '../../shared/domain/app/preferences.js'
import { WindowPresses } from './ipc/window-presses.js'
import { InvokeGate } from './ipc/invoke-gate.js'
import type { SenderEvent } from './ipc/sender-check.js'
import type { SenderRegistry } from './ipc/sender-registry.js'

const REF_BYTES = 4

interface PageGateDeps extends ApplicationHandlersDeps {
  readonly options: ApplicationHandlersDeps['options'] & { readonly senders: SenderRegistry }
  readonly appState: RevealingState
}

/** The two ways by which pages reach the application: calls, and streams. */
export class PageGate {
  readonly #calls: InvokeGate
  readonly #streams: StreamGate

  constructor(deps: PageGateDeps) {
    const { senders, desktop } = deps.options
    const { lock, log, preferences } = deps.stores
    const feeds = new WindowFeeds(deps)
    this.#calls = new InvokeGate({
      handlers: applicationHandlers(deps),
      presses: connectPresses(senders, preferences),
      senders,
      log,
      clock: systemClock,
      timers: systemTimers,
      newRef: () => randomHex(systemRandom, REF_BYTES),
      locked: () => lock.locked(),
    })
    this.#streams = new StreamGate(
      {
        senders,
        log,
        clock: systemClock,
        timers: systemTimers,
        onFeedsReplaced: (listener) => feeds.onReplaced(listener),
        feedOf: (topic) => feeds.feedOf(topic),
      },
      desktop.makePorts,
    )
  }

  /** Handles a call on the invoke channel; never rejects, because refusals are replies. */
  invoke(event: SenderEvent, payload: unknown): Promise<Reply<unknown>> {
    return this.#calls.invoke(event, payload)
  }

  /** Handles a request on the stream channel; never throws, because refusals are replies. */
  stream(event: StreamEvent, payload: unknown): Reply<unknown> {
    return this.#streams.open(event, payload)
  }

  /** Sends the windows at once what they do not show yet, before the computer sleeps. */
  flush(): void {
    this.#streams.flush()
  }
}

/** Records the presses on every window from the start, by the person's settings. */
function connectPresses(
  senders: SenderRegistry,
  preferences: { get(): Pick<Preferences, 'assistiveApproval' | 'keyBindings'> },
): WindowPresses {
  const presses = new WindowPresses({
    clock: systemClock,
    assistive: () => preferences.get().assistiveApproval,
    keyBindings: () => preferences.get().keyBindings,
  })
  senders.onInput(({ sender, input }) => {
    if (input === null) presses.forget(sender)
    else presses.observe(sender, input)
  })
  return presses
}

import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { registerChannels } from '../../../../electron/shell/ipc/register.js'
import { createSenderRegistry } from '../../../../electron/app/ipc/sender-registry.js'
import { trustedSurface, type SenderEvent } from '../../../../electron/app/ipc/sender-check.js'
import { INVOKE_CHANNEL, STREAM_CHANNEL } from '../../../../shared/ipc/channels.js'

type Handler = (event: object, payload: unknown) => Promise<unknown>
const handlers = new Map<string, Handler>()
vi.mock('electron', () => ({
  ipcMain: { handle: (channel: string, handler: Handler) => void handlers.set(channel, handler) },
  MessageChannelMain: function MessageChannelMain() {},
}))

const WINDOW = 7
const FRAME = { url: 'app://desk/index.html', parent: null }

/** An event whose frame is lost once the page goes on, as in newer runtimes. */
function eventOf(frame: object | null) {
  const current = { frame }
  return {
    loseFrame: () => {
      current.frame = null
    },
    event: {
      sender: Object.assign(new EventEmitter(), { id: WINDOW, postMessage: () => undefined }),
      get senderFrame() {
        return current.frame
      },
    },
  }
}

/** Registers the channels of an application that starts only after the calls have arrived. */
function lateApplication() {
  const senders = createSenderRegistry()
  senders.add(WINDOW, 'main')
  const answer = (event: SenderEvent) => trustedSurface(event, senders)
  let start: () => void = () => undefined
  registerChannels(
    new Promise((resolve) => {
      start = () => resolve({ invoke: answer, stream: answer } as never)
    }),
  )
  return { start: () => start() }
}

beforeEach(() => handlers.clear())

describe.each([INVOKE_CHANNEL, STREAM_CHANNEL])('REL-51: a request on %s', (channel) => {
  it('is judged by the frame that it had when it arrived', async () => {
    const application = lateApplication()
    const { event, loseFrame } = eventOf(FRAME)
    const surface = handlers.get(channel)?.(event, {})
    loseFrame()
    application.start()
    expect(await surface).toBe('main')
  })

  it('is refused without a frame', async () => {
    const application = lateApplication()
    const surface = handlers.get(channel)?.(eventOf(null).event, {})
    application.start()
    expect(await surface).toBeNull()
  })

  it('is refused from a frame within the page', async () => {
    const application = lateApplication()
    const surface = handlers.get(channel)?.(eventOf({ ...FRAME, parent: FRAME }).event, {})
    application.start()
    expect(await surface).toBeNull()
  })
})

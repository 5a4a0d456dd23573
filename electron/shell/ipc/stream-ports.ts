import { MessageChannelMain, type MessagePortMain, type WebContents } from 'electron'
import type { MakePorts, StreamEvent } from '../../app/streams/stream-gate.js'

/** Makes a connected pair of Electron's message ports. */
export const makePorts: MakePorts = () => {
  const { port1, port2 } = new MessageChannelMain()
  return { ours: port1, theirs: port2 }
}

/**
 * Returns a request's sender as the stream gate needs it.
 * @param senderFrame the frame of the request, as it was when the request arrived
 */
export function toStreamEvent(
  sender: WebContents,
  senderFrame: StreamEvent['senderFrame'],
): StreamEvent {
  return {
    senderFrame,
    sender: {
      id: sender.id,
      postMessage: (channel, message, transfer) =>
        sender.postMessage(channel, message, [...(transfer as MessagePortMain[])]),
      once: (name, listener) =>
        name === 'destroyed'
          ? sender.once('destroyed', listener)
          : sender.on('render-process-gone', listener),
      // A page that only changes its own address, without loading, keeps its streams.
      on: (_name, listener) =>
        sender.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
          if (isMainFrame && !isSameDocument) listener()
        }),
    },
  }
}

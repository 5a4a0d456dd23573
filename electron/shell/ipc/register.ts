import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { INVOKE_CHANNEL, STREAM_CHANNEL } from '../../../shared/ipc/channels.js'
import type { PageGate } from '../../app/page-gate.js'
import type { SenderEvent } from '../../app/ipc/sender-check.js'
import { toStreamEvent } from './stream-ports.js'

/**
 * Answers pages on the two channels (SEC-08). Calls that arrive before the application has started
 * wait for it.
 */
export function registerChannels(pages: Promise<Pick<PageGate, 'invoke' | 'stream'>>): void {
  ipcMain.handle(INVOKE_CHANNEL, async (event, payload: unknown) => {
    const from = { sender: event.sender, senderFrame: frameOf(event) }
    return (await pages).invoke(from, payload)
  })
  ipcMain.handle(STREAM_CHANNEL, async (event, payload: unknown) => {
    const from = toStreamEvent(event.sender, frameOf(event))
    return (await pages).stream(from, payload)
  })
}

/**
 * Returns what identifies the frame that sent an event, as it is now. Newer runtimes have no frame
 * any more, or another address, once the page has gone on: read it before any wait.
 */
function frameOf({ senderFrame }: IpcMainInvokeEvent): SenderEvent['senderFrame'] {
  return senderFrame === null ? null : { url: senderFrame.url, parent: senderFrame.parent }
}

import { ipcMain } from 'electron'
import { INVOKE_CHANNEL, STREAM_CHANNEL } from '../../../shared/ipc/channels.js'
import type { PageGate } from '../../app/page-gate.js'
import { toStreamEvent } from './stream-ports.js'

/**
 * Answers pages on the two channels (SEC-08). Calls that arrive before the application has started
 * wait for it.
 */
export function registerChannels(pages: Promise<Pick<PageGate, 'invoke' | 'stream'>>): void {
  ipcMain.handle(INVOKE_CHANNEL, async (event, payload: unknown) =>
    (await pages).invoke(event, payload),
  )
  ipcMain.handle(STREAM_CHANNEL, async (event, payload: unknown) =>
    (await pages).stream(toStreamEvent(event), payload),
  )
}

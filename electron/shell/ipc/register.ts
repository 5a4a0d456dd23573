import { ipcMain } from 'electron'
import { INVOKE_CHANNEL, STREAM_CHANNEL } from '../../../shared/ipc/channels.js'
import type { MainApplication } from '../../app/main-application.js'
import { toStreamEvent } from './stream-ports.js'

/** The part of the application that answers pages. */
export type PageServer = Pick<MainApplication, 'invoke' | 'stream'>

/**
 * Answers pages on the two channels (SEC-08). Calls that arrive before the application has started
 * wait for it.
 */
export function registerChannels(server: Promise<PageServer>): void {
  ipcMain.handle(INVOKE_CHANNEL, async (event, payload: unknown) =>
    (await server).invoke(event, payload),
  )
  ipcMain.handle(STREAM_CHANNEL, async (event, payload: unknown) =>
    (await server).stream(toStreamEvent(event), payload),
  )
}

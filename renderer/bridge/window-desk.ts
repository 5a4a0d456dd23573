import type { DeskBridge } from '../../shared/ipc/channels.js'

declare global {
  interface Window {
    /** What the preload exposes; absent when the page is opened outside the app. */
    readonly desk?: DeskBridge
  }
}

/** The preload's two functions, or null outside the app. */
export const windowDesk = (page: Window): DeskBridge | null => page.desk ?? null

import type { PreloadBridge } from '../../shared/ipc/channels.js'

declare global {
  interface Window {
    /** Exposed by the preload; absent when the page is opened outside the app. */
    readonly countersign?: PreloadBridge
  }
}

/** Returns the preload's two functions, or null outside the app. */
export const windowBridge = (page: Window): PreloadBridge | null => page.countersign ?? null

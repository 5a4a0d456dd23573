import { contextBridge, ipcRenderer } from 'electron'
import {
  APP_ORIGIN,
  INVOKE_CHANNEL,
  PORT_MESSAGE,
  STREAM_CHANNEL,
  type PreloadBridge,
} from '../../shared/ipc/channels.js'

/**
 * The complete bridge: two functions on one channel each, without operation names or schemas, so
 * that it stays the same when the product grows (SEC-09). A stream's port cannot cross
 * contextBridge, so it is posted to the page, to our origin only.
 */
const bridge: PreloadBridge = {
  invoke: (op, input) => ipcRenderer.invoke(INVOKE_CHANNEL, { op, input }),
  openStream: (request) => ipcRenderer.invoke(STREAM_CHANNEL, request),
}

contextBridge.exposeInMainWorld('countersign', bridge)

ipcRenderer.on(PORT_MESSAGE, (event, id: unknown) => {
  window.postMessage({ kind: PORT_MESSAGE, id }, APP_ORIGIN, [...event.ports])
})

import type { LocalizedText } from '../language/window-text.js'
import { useMainWindow } from '../stores/context.js'
import { toast } from '../stores/toasts.js'
import { useRequest } from './use-request.js'

/** Returns a function that copies a text to the clipboard, then shows `copied` as a toast. */
export function useCopy(copied: LocalizedText): (text: string) => void {
  const { toasts } = useMainWindow()
  const { request } = useRequest('toast')
  return (text) =>
    void request('app.copy-text', { text }).then((done) => {
      if (done !== null) toast(toasts, 'info', copied)
    })
}

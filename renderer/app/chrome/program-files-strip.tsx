import { PackageX } from 'lucide-react'
import { useFormatMessage } from '../../format/message.js'
import { describeError } from '../../language/error-message.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { toastError } from '../../stores/toasts.js'
import { Button } from '../../ui/button.js'

/**
 * Shown once the program's files on disk are others than the program runs on. It cannot be
 * dismissed; only a restart ends it.
 */
export function ProgramFilesStrip() {
  const { programFiles: text } = useText()
  const write = useFormatMessage()
  const mainWindow = useMainWindow()
  const view = useSlice(mainWindow.appState, (state) => state.value?.programFiles ?? null)
  if (view === null) return null
  const call = (operation: 'app.restart' | 'app.cancel-restart'): void => {
    void mainWindow.invoke(operation, {}).then((reply) => {
      if (!reply.ok) toastError(mainWindow.toasts, reply.error, describeError)
    })
  }
  const { files, restart } = view
  return (
    <div className={`notice ${files === 'removed' ? 'bad' : ''}`} data-testid="program-files">
      <PackageX size={15} aria-hidden />
      <p>
        <strong>{text[files]}</strong>{' '}
        {restart === null
          ? text.hints[files]
          : [text.waiting, ...restart.waits.map(write)].join(' ')}
      </p>
      {restart !== null ? (
        <Button size="small" onClick={() => call('app.cancel-restart')}>
          {text.cancel}
        </Button>
      ) : (
        files === 'replaced' && (
          <Button size="small" onClick={() => call('app.restart')}>
            {text.restart}
          </Button>
        )
      )}
    </div>
  )
}

import { useClose, useMainWindow } from '../../stores/context.js'
import { resetWorkspace } from '../../stores/layout.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { ConfirmButton } from '../../ui/confirm/confirm-button.js'
import { Dialog } from '../../ui/dialog.js'

/** Confirms that the default workspace replaces the person's own. It can be undone. */
export function ResetWorkspace() {
  const text = useText().reset
  const { layout } = useMainWindow()
  const close = useClose()
  const confirm = (): void => {
    close()
    resetWorkspace(layout)
  }
  return (
    <Dialog
      title={text.title}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>{text.keep}</Button>
          <ConfirmButton variant="primary" onConfirm={confirm}>
            {text.confirm}
          </ConfirmButton>
        </>
      }
    >
      <p>{text.body}</p>
      <p className="dim">{text.stays}</p>
    </Dialog>
  )
}

import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'

/** Says that something is done in the main window. */
export function MainWindowOnly({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  return (
    <Dialog
      title={text.workspaces.mainWindowOnly}
      onClose={onClose}
      foot={<Button onClick={onClose}>{text.dialog.close}</Button>}
    >
      <p>{text.workspaces.mainWindowOnlyHint}</p>
    </Dialog>
  )
}

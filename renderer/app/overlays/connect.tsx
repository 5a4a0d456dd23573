import { useDesk } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'

/** The entry for a real brokerage: says plainly where you are trading now. */
export function Connect() {
  const { layout } = useDesk()
  const close = (): void => showOverlay(layout, null)
  return (
    <Dialog title={text.connect.title} onClose={close} foot={<Button look="primary" onClick={close}>{text.connect.close}</Button>}>
      <p>{text.connect.body}</p>
    </Dialog>
  )
}

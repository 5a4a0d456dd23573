import { useText } from '../../../language/window-text.js'
import { fullText } from '../../hints/hint.js'

/** Says under a table how many rows are selected, and how to act on them; nothing for one row. */
export function SelectionBar({ count }: { readonly count: number }) {
  const text = useText().table
  if (count < 2) return null
  return (
    <p className="grid-selection tnum" role="status" {...fullText(text.selectionHint)}>
      <strong>{text.selectedRows(count)}</strong> {text.selectionHint}
    </p>
  )
}

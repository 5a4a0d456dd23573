import { Copy } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { inPanelText, usePanelText } from '../../language/panel-text.js'
import { Button, IconButton } from '../button.js'
import { Dialog } from '../dialog.js'
import { useCopy } from '../use-copy.js'

/** One field of a record: its name, what is shown, and the exact value for a copy. */
export interface RecordField {
  readonly name: string
  readonly shown: string
  readonly exact?: string
}

/** A heading with the fields below it. */
export interface RecordSection {
  readonly title: string | null
  readonly fields: readonly RecordField[]
}

export interface RecordDetailProps {
  readonly title: string
  readonly sections: readonly RecordSection[]
  /** Why a part of the record is missing; null while nothing is. */
  readonly problem?: string | null
  /** Shown while a part of the record is still being read. */
  readonly note?: string | null
  readonly onClose: () => void
  /** What the person adds to the record, above its fields. */
  readonly children?: ReactNode
  /** What belongs to the record and is larger than a field, below them. */
  readonly after?: ReactNode
}

/** Every field of one record, in a dialog; each can be copied. */
export function RecordDetail({
  title,
  sections,
  problem = null,
  note = null,
  onClose,
  children,
  after,
}: RecordDetailProps) {
  const text = usePanelText()
  const copy = useCopy(inPanelText(({ records }) => records.copied))
  return (
    <Dialog
      title={title}
      wide
      onClose={onClose}
      foot={
        <>
          <Button onClick={() => copy(recordText(sections))} icon={Copy}>
            {text.records.copyAll}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {text.records.close}
          </Button>
        </>
      }
    >
      {problem !== null && (
        <p className="down" role="alert">
          {problem}
        </p>
      )}
      {note !== null && (
        <p className="dim" role="status">
          {note}
        </p>
      )}
      {children}
      {sections.map((section, index) => (
        <section key={index} className="record-section">
          {section.title !== null && <h3>{section.title}</h3>}
          <dl className="record-fields">
            {section.fields.map((field) => (
              <div key={field.name}>
                <dt>
                  <Breakable name={field.name} />
                </dt>
                <dd className="selectable tnum">{field.shown}</dd>
                <dd>
                  <IconButton
                    icon={Copy}
                    size="small"
                    label={text.records.copyField(field.name)}
                    onClick={() => copy(field.exact ?? field.shown)}
                  />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {after}
    </Dialog>
  )
}

/** A name of the broker, which may break after its dots and underscores. */
const Breakable = ({ name }: { readonly name: string }) =>
  name.split(/(?<=[._])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))

const recordText = (sections: readonly RecordSection[]): string =>
  sections
    .flatMap(({ title, fields }) => [
      ...(title === null ? [] : [title]),
      ...fields.map(({ name, shown, exact }) => `${name}: ${exact ?? shown}`),
    ])
    .join('\n')

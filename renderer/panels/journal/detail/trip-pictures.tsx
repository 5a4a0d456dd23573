import { Camera, CandlestickChart, Download, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import {
  MAX_PICTURE_BYTES,
  MAX_TRIP_PICTURES,
} from '../../../../shared/domain/account/journal-notes.js'
import type { TripPicture } from '../../../../shared/domain/account/journal-notes.schema.js'
import type { AccountId, Symbol } from '../../../../shared/domain/ids.js'
import {
  keyParts,
  underlyingSymbol,
  type InstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import type { Invoke } from '../../../bridge/client.js'
import { pngAddress, toPng } from '../../../chart/picture.js'
import { exchangeMinute } from '../../../format/time.js'
import { errorLine, describeError } from '../../../language/error-message.js'
import { inPanelText, usePanelText } from '../../../language/panel-text.js'
import { useMainWindow } from '../../../stores/context.js'
import { openPanel } from '../../../stores/layout.js'
import { toast, toastError } from '../../../stores/toasts.js'
import { Button, IconButton } from '../../../ui/button.js'
import { Problem } from '../../../ui/field.js'
import { selectInstrument } from '../../../ui/menus/symbol-menu.js'
import { useRead } from '../../../ui/reading/use-read.js'
import { Skeleton } from '../../../ui/states.js'
import { keyInstrument } from '../key-instrument.js'
import type { EditedNotes } from './use-trip-notes.js'

export interface TripPicturesProps {
  readonly accountId: AccountId
  readonly instrument: InstrumentKey
  readonly edited: EditedNotes
}

/** The symbols of charts that show an instrument: its own, and for an option its underlying's. */
const chartSymbols = (key: InstrumentKey): readonly Symbol[] => {
  const parts = keyParts(key)
  return [...new Set([parts.symbol as Symbol, underlyingSymbol(parts)])]
}

/** The pictures of charts of a round trip, and the action that attaches one. */
export function TripPictures({ accountId, instrument, edited }: TripPicturesProps) {
  const text = usePanelText().journal.notes
  const { notes, problem } = edited
  const mainWindow = useMainWindow()
  const [isMissing, setMissing] = useState(false)
  const attach = async (): Promise<void> => {
    const symbols = chartSymbols(instrument)
    const takes = symbols.map((symbol) => ({ symbol, taken: mainWindow.charts.take(symbol) }))
    const picture = takes.find(({ taken }) => taken.outcome === 'taken')
    const name = symbols.at(-1) ?? ''
    setMissing(picture === undefined)
    if (picture === undefined || picture.taken.outcome !== 'taken') {
      const isEmpty = takes.some(({ taken }) => taken.outcome === 'empty')
      return edited.setProblem(
        'pictures',
        inPanelText(({ journal: { notes } }) =>
          isEmpty ? notes.chartEmpty(name) : notes.chartClosed(name),
        ),
      )
    }
    const png = toPng(picture.taken.canvas, MAX_PICTURE_BYTES)
    if (png === null) {
      return edited.setProblem(
        'pictures',
        inPanelText(({ journal }) => journal.notes.chartEmpty(name)),
      )
    }
    await edited.attach(picture.symbol, png)
  }
  const showChart = (): void => {
    selectInstrument(mainWindow, keyInstrument(instrument))
    openPanel(mainWindow.layout, 'chart')
  }
  const isFull = notes.pictures.length >= MAX_TRIP_PICTURES
  return (
    <section className="journal-pictures" aria-label={text.pictures}>
      <div className="journal-pictures-bar">
        <Button icon={Camera} size="small" disabled={isFull} onClick={() => void attach()}>
          {text.attach}
        </Button>
        {isMissing && (
          <Button icon={CandlestickChart} size="small" variant="quiet" onClick={showChart}>
            {text.showChart}
          </Button>
        )}
        <span className="field-hint">
          {text.pictureBound(notes.pictures.length, MAX_TRIP_PICTURES)}
        </span>
      </div>
      <Problem message={problem?.part === 'pictures' ? problem.text : null} />
      {notes.pictures.map((picture) => (
        <Picture
          key={picture.id}
          accountId={accountId}
          picture={picture}
          onRemove={() => void edited.removePicture(picture.id)}
        />
      ))}
    </section>
  )
}

interface PictureProps {
  readonly accountId: AccountId
  readonly picture: TripPicture
  readonly onRemove: () => void
}

function Picture({ accountId, picture, onRemove }: PictureProps) {
  const text = usePanelText().journal.notes
  const { id, symbol, takenAt } = picture
  const read = useCallback(
    (invoke: Invoke, pictureId: string) => invoke('journal.picture', { accountId, pictureId }),
    [accountId],
  )
  const image = useRead(id, read)
  const label = text.pictureOf(symbol, exchangeMinute(takenAt))
  return (
    <figure className="journal-picture" data-testid="journal-picture">
      {image.phase === 'loading' && <Skeleton rows={4} />}
      {image.phase === 'failed' && <Problem message={errorLine(image.error)} />}
      {image.phase === 'ready' && <img src={pngAddress(image.value.png)} alt={label} />}
      <PictureTools
        accountId={accountId}
        picture={picture}
        label={label}
        isReadable={image.phase === 'ready'}
        onRemove={onRemove}
      />
    </figure>
  )
}

/** What can be done with a picture. Removing is confirmed, because nothing brings it back. */
function PictureTools({
  accountId,
  picture: { id: pictureId },
  label,
  isReadable,
  onRemove,
}: PictureProps & { readonly label: string; readonly isReadable: boolean }) {
  const text = usePanelText().journal.notes
  const { invoke, toasts } = useMainWindow()
  const [isRemoving, setRemoving] = useState(false)
  const save = async (): Promise<void> => {
    const saved = await invoke('journal.save-picture', { accountId, pictureId })
    if (!saved.ok) toastError(toasts, saved.error, describeError)
    else if (saved.value.saved) {
      toast(
        toasts,
        'good',
        inPanelText(({ journal }) => journal.notes.pictureSaved),
      )
    }
  }
  return (
    <figcaption>
      <span className="tnum">{label}</span>
      {isRemoving ? (
        <>
          <Button size="small" variant="danger" onClick={onRemove} autoFocus>
            {text.confirmRemovePicture}
          </Button>
          <Button size="small" onClick={() => setRemoving(false)}>
            {text.keepPicture}
          </Button>
        </>
      ) : (
        <>
          <IconButton
            icon={Download}
            size="small"
            label={text.savePicture}
            disabled={!isReadable}
            onClick={() => void save()}
          />
          <IconButton
            icon={Trash2}
            size="small"
            label={text.removePicture}
            onClick={() => setRemoving(true)}
          />
        </>
      )}
    </figcaption>
  )
}

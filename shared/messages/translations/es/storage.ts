import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'

/** What a stored file or folder holds, in Spanish. */
const HELD: Readonly<Record<string, string>> = {
  'watchlists.json': 'sus listas de seguimiento',
  'alerts.json': 'sus alertas',
  'drawings.json': 'sus dibujos de gráficos',
  'quotes.json': 'los últimos precios',
  'order-news.json': 'las novedades de órdenes ya mostradas',
  'trade-journal': 'su diario de operaciones',
  'trade-notes': 'las notas de su diario',
  workspaces: 'un espacio de trabajo',
  'preferences.json': 'sus ajustes',
  'profiles.json': 'sus perfiles',
  'lock.json': 'el bloqueo de la aplicación',
  'client-settings.json': 'los ajustes de los programas de asistentes',
  'newest-program.json': 'la versión más reciente que usó esta carpeta',
  'updates.json': 'lo que se sabe de las actualizaciones',
  'files.json': 'la lista de estos archivos',
}

const named = (file: string): string => {
  const held = HELD[file.split('/')[0] ?? '']
  return held === undefined ? file : `${file} (${held})`
}

/** What does not happen meanwhile. */
const idle = (file: string): string =>
  file === 'alerts.json' ? ' Ninguna alerta se evalúa hasta que se pueda leer.' : ''

/** Files and secrets that could not be read or written, in Spanish. */
export const storage: CatalogueLike<EnglishCatalogue>['storage'] = {
  secretNotEncrypted: 'El almacén de claves no pudo cifrar el secreto.',
  secretUnreadable: 'El secreto guardado es ilegible; no se modificó.',
  secretNewer:
    'El secreto guardado fue escrito por una versión más reciente de Countersign; no se cambió.',
  secretOfOtherKeyStore: 'El secreto guardado pertenece a otro almacén de claves; no se modificó.',
  secretNotDecrypted: 'El secreto guardado no se pudo descifrar; no se modificó.',
  credentialsUnreadable: 'Las credenciales guardadas son ilegibles; no se modificaron.',
  fileSetAside: ({ file, aside }) =>
    `${named(file)} estaba dañado. Se apartó como ${aside} y empieza vacío.`,
  fileNotSetAside: ({ file }) => `${named(file)} estaba dañado y no se pudo apartar.`,
  fileEntriesLost: ({ file, aside }) =>
    `${named(file)} tenía entradas dañadas, que se perdieron; las demás se leyeron. El archivo dañado es ${aside}.`,
  fileMissing: ({ file }) => `${named(file)} falta o está vacío, aunque tenía contenido.`,
  fileCut: ({ file }) => `${named(file)} terminaba en una entrada incompleta, que se cortó.`,
  fileNewer: ({ file }) =>
    `${named(file)} fue escrito por una versión más reciente de Countersign y no se cambió.${idle(file)}`,
  fileRecords: ({ file }) => `${named(file)} tiene entradas que no se pueden leer; no se cambió.`,
  fileReadableAgain: ({ file }) =>
    `${file} se puede leer de nuevo: una versión anterior no podía leer sus propias entradas. No se perdió ninguna entrada y los asistentes ya no están detenidos por ello. Las instrucciones pendientes han terminado.`,
  fileUnreadable: ({ file }) =>
    `${named(file)} no se pudo leer del disco; no se cambió.${idle(file)}`,
  assistantsHalted: ({ problem, others }, { message, plural }) =>
    `${message(problem)} ${
      others === 0
        ? ''
        : `${plural(others, { one: '# archivo más está afectado.', other: '# archivos más están afectados.' })} `
    }Los asistentes están detenidos hasta que usted compruebe sus órdenes y los reanude.`,
  endpointReset:
    'Los ajustes del acceso de asistentes (assistants.json) estaban dañados o se eliminaron, por lo que el acceso se desactivó. El panel Instrucciones muestra si está activado y lo activa.',
  registerReset:
    'El registro de los archivos de asistentes (assistant-files.json) estaba dañado o se eliminó. El acceso de los asistentes no cambió; el panel Instrucciones lo muestra.',
  notesNotSaved: 'No se pudo guardar la nota en este equipo. Libere espacio en el disco.',
  notesUnreadable:
    'No se puede leer el archivo de sus notas, así que no se escribe encima. No se guardó nada.',
  pictureNotTaken: 'No se pudo tomar la imagen. Muestre la ventana e inténtelo de nuevo.',
  pictureNotSaved: 'No se pudo guardar la imagen en este equipo. Libere espacio en el disco.',
  pictureInvalid: 'Esto no es una imagen de un gráfico, o es demasiado grande.',
  pictureMissing: 'El archivo de esta imagen falta o está dañado.',
  tripPicturesFull: ({ max }, { plural }) =>
    plural(max, {
      one: 'Una operación guarda # imagen. Quítela primero.',
      other: 'Una operación guarda # imágenes. Quite una primero.',
    }),
  accountPicturesFull: ({ max }, { plural }) =>
    plural(max, {
      one: 'Una cuenta guarda # imagen. Quítela primero.',
      other: 'Una cuenta guarda # imágenes. Quite una primero.',
    }),
  drawingsUnreadable:
    'No se puede leer el archivo de los dibujos, así que no se escribe encima. No se cambió nada.',
  drawingInvalid: 'Este dibujo no es válido. No se cambió nada.',
  drawingUnknown: 'Este dibujo se eliminó entretanto.',
  drawingLocked: 'Este dibujo está bloqueado. Solo la persona puede desbloquearlo.',
  drawingsFull: ({ max }, { plural }) =>
    plural(max, {
      one: 'Un instrumento guarda # dibujo. Elimínelo primero.',
      other: 'Un instrumento guarda # dibujos. Elimine algunos primero.',
    }),
  allDrawingsFull: ({ max }, { plural }) =>
    plural(max, {
      one: 'Un perfil guarda # dibujo. Elimínelo primero.',
      other: 'Un perfil guarda # dibujos. Elimine antes algunos de otros símbolos.',
    }),
  tripUnknown: 'Esta operación no está en el diario de esta cuenta.',
  journalUnreadable: 'no se puede leer el diario',
  journalRecordUnreadable: ({ record }) =>
    `el registro ${record} del diario no se puede leer, o es de una versión más reciente`,
  journalFailed: 'el diario falló',
}

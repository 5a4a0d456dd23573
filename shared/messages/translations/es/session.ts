import type { CatalogueLike } from '../../catalogue.js'
import type { EnglishCatalogue } from '../../en/index.js'

/** The state of the session, and why trading is halted, in Spanish. */
export const session: CatalogueLike<EnglishCatalogue>['session'] = {
  notConnected: 'Countersign todavía no está conectado.',
  accountUnknown: 'Esta cuenta no existe.',
  noSupportedAccount: ({ numbers }) =>
    numbers.length === 0
      ? 'El bróker no informa de ninguna cuenta para este inicio de sesión, así que no se puede mostrar ni negociar nada. Abra una cuenta con su bróker y vuelva a leer las cuentas, o elija otro perfil.'
      : `El bróker solo informa de cuentas de un tipo que Countersign no admite (${numbers.join(', ')}), así que con este inicio de sesión no se puede mostrar ni negociar nada. Elija otro perfil, o actualice Countersign y vuelva a leer las cuentas.`,
  notOffered: 'Esto no está disponible aquí.',
  instrumentNotListed:
    'El bróker ya no ofrece este instrumento; por eso no se pueden leer sus lotes.',
  tradesUnsettled:
    'Llegaron operaciones mientras se leía la cuenta. Se leerá de nuevo con la siguiente.',
  noExchangeTime: 'Todavía no se conoce la hora de la bolsa.',
  tokensInMemory: 'Los tokens de inicio de sesión solo se guardan en memoria.',
  journalTailCut: 'La última línea del diario de órdenes estaba incompleta y se recortó.',
  journalArchiveDamaged: ({ segments }) =>
    `Partes afectadas: ${segments}. Las órdenes abiertas, las detenciones y los límites no dependen de ellas, y no se envió nada. Restaure la carpeta "archive" desde una copia de seguridad para volver a tener el registro completo.`,
  readingJournal: ({ percent }) =>
    `Leyendo el diario de órdenes, ${percent}% listo. Se pueden enviar órdenes cuando termine.`,
  journalUnreadable: ({ reason }, { message }) =>
    `No se puede leer el diario de órdenes: ${message(reason)}`,
  journalNotWritten: ({ reason }, { message }) =>
    `No se puede escribir en el diario de órdenes: ${message(reason)}`,
  journalMissing:
    'El diario de órdenes falta o está vacío, aunque tenía entradas. Puede haber órdenes activas enviadas por Countersign: compruébelas con su bróker antes de reanudar la negociación.',
  journalDamaged: ({ file }) =>
    `Un registro del diario de órdenes estaba dañado; los demás se leyeron, y el archivo dañado es ${file}. El registro perdido puede ser de una orden que Countersign envió: compare las órdenes de aquí con las de su bróker antes de reanudar la negociación.`,
  haltUnreadable:
    'El registro de la detención no se puede leer; la negociación sigue detenida hasta que usted la reanude.',
  haltNotStored: 'La detención está en vigor, pero no en el disco.',
  haltLostTitle: 'La detención no se pudo guardar.',
  haltLostDetail:
    'La negociación está detenida ahora, pero el disco no acepta el registro: tras el próximo inicio estaría activa. Al salir no se envía ninguna orden; las órdenes activas siguen en el bróker.\n\nLibere espacio en el disco e inténtelo de nuevo.',
  limitsNotStored: 'Los límites están en vigor, pero no en el disco.',
  journalNotesDamaged: 'No se pudieron leer las notas del diario.',
  alertsDamaged: 'No se pudo leer el archivo de las alertas.',
  drawingsDamaged: 'No se pudo leer el archivo de los dibujos.',
  limitsDamaged: 'No se pudo leer el registro de límites y bloqueos.',
  saveAgain: 'Intentar de nuevo',
  quitWithoutHalt: 'Salir sin guardar',
  diskFull: 'el disco está lleno',
  folderDenied: 'no se permite escribir en su carpeta',
  clockSetBack: ({ minutes }, { count }) =>
    `El reloj de este equipo se atrasó ${count(minutes)} min.`,
  haltedByHand: 'Detenido por usted en Countersign.',
  manyUnknown: ({ orders }, { count }) => `${count(orders)} órdenes no tienen resultado conocido.`,
}

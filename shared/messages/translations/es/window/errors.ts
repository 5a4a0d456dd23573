import type { errorText } from '../../../en/window/errors.js'
import type { Translated } from '../../../translated.js'

/** What happened and what to do next, per error code, in Spanish. */
export const errorTextEs: Translated<typeof errorText> = {
  sentences: {
    'ipc/unknown-operation':
      'Esta ventana pidió algo que la aplicación no admite. Reinicie Countersign.',
    'ipc/invalid-input': 'La solicitud tenía un formato incorrecto. No se envió nada.',
    'ipc/too-large': 'La solicitud es demasiado grande.',
    'ipc/not-allowed': 'Esta ventana no tiene permiso para hacer eso.',
    'ipc/busy':
      'La aplicación todavía procesa la última solicitud. Inténtelo de nuevo en un momento.',
    'ipc/no-press': 'No se vio ninguna pulsación suya para esto.',
    'ipc/timeout': 'La aplicación tardó demasiado en responder.',
    'session/not-ready': 'La sesión todavía no está lista. Inténtelo de nuevo en un momento.',
    'session/signed-out': 'No ha iniciado sesión. Inicie sesión para continuar.',
    'session/awaits-code':
      'El bróker espera el código de su teléfono. Los datos aparecen aquí en cuanto lo introduzca.',
    'session/not-confirmed':
      'No se solicitó un código para su teléfono, o no se confirmó a tiempo. Solicite uno para ver estos datos.',
    'provider/refused': 'El bróker rechazó la solicitud.',
    'provider/unauthorized': 'El bróker ya no acepta esta sesión. Inicie sesión de nuevo.',
    'provider/not-entitled': 'Esta cuenta no tiene permiso para eso.',
    'provider/wrong-environment': 'Estas credenciales pertenecen a otro entorno.',
    'provider/rate-limited': 'Demasiadas solicitudes en poco tiempo.',
    'provider/unavailable': 'No se puede conectar con el bróker. Countersign sigue intentándolo.',
    'provider/timeout': 'El bróker no respondió a tiempo.',
    'provider/malformed': 'No se pudo leer la respuesta del bróker.',
    'instrument/unknown': 'Ese símbolo no existe.',
    'order/not-found': 'El bróker no conoce esta orden.',
    'order/outcome-unknown':
      'Todavía no se sabe si la orden se envió al mercado. Countersign lo está comprobando; no la envíe otra vez.',
    'order/already-final': 'La orden ya es definitiva y no se puede modificar.',
    'order/request-pending': 'Ya hay una modificación de esta orden en curso. Espere la respuesta.',
    'trading/halted': 'La negociación está detenida. No se envió nada.',
    'storage/failed':
      'La aplicación no pudo escribir en el disco. Revise el espacio libre y los permisos.',
    'profile/refused': 'El perfil no se modificó.',
    'workspace/refused': 'El espacio de trabajo no se modificó.',
    'credentials/refused': 'La credencial no se guardó.',
    'switch/refused': 'No se cambió de perfil.',
    'practice/refused': 'La bolsa de práctica no se modificó.',
    'sign-in/refused': 'El inicio de sesión no se completó.',
    'lock/locked': 'Countersign está bloqueado.',
    'lock/refused': 'El bloqueo no se modificó.',
    'lock/step-up': 'Confirme su identidad.',
    'instruction/refused': 'No se decidió nada.',
    'instruction/changed': 'La tarjeta ha cambiado. Revísela de nuevo.',
    'instruction/ended': 'Esta instrucción ya no está pendiente.',
    'reset/refused': 'No se restableció nada.',
    'update/refused': 'Countersign no se actualizó.',
    internal: 'Algo falló dentro de la aplicación.',
  },
  orderEffect: {
    none: null,
    'not-placed': 'No se colocó ninguna orden.',
    'may-exist':
      'Es posible que se haya colocado una orden. Revise Órdenes antes de enviarla otra vez.',
  },
}

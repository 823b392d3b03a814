// Translations of range-form, in Spanish.
import type { Catalog } from '../../texts.ts'

export const texts = {
  'Create Number Range': 'Crear rango de números',
  'Numbers in this range start receiving messages at once.':
    'Los números de este rango empiezan a recibir mensajes de inmediato.',
  'Edit Number Range': 'Editar rango de números',
  'A new user or rate is effective from now; the past keeps what it had.':
    'Un usuario o una tarifa nuevos rigen desde ahora; lo anterior queda como estaba.',
  'Range Name': 'Nombre del rango',
  'UK Mobile 01': 'UK Mobile 01',
  'Assign to User': 'Asignar a un usuario',
  'Choose a user': 'Elegir un usuario',
  'No users available. Create users first in User Management.':
    'No hay usuarios disponibles. Créelos primero en Gestión de usuarios.',
  'Go to User Management': 'Ir a Gestión de usuarios',
  'Choose the user who owns these numbers.': 'Elija el usuario titular de estos números.',
  Active: 'Activo',
  Prefix: 'Prefijo',
  'Start Number': 'Número inicial',
  'End Number': 'Número final',
  'The numbers stay as they are: this range has received messages.':
    'Los números quedan como están: este rango ya recibió mensajes.',
  'Dollars that the user earns for each segment, at most six decimals.':
    'Dólares que el usuario gana por cada segmento, con seis decimales como máximo.',
  'Test numbers': 'Números de prueba',
  'Visible to every user of the platform; their messages never earn.':
    'Visibles para todos los usuarios de la plataforma; sus mensajes nunca generan ganancias.',
  Preview: 'Vista previa',
  'Total numbers': 'Total de números',
  'Fill in prefix, start and end to see what they are.': 'Indique prefijo, inicio y final para ver cuáles son.',
  'Not in a numbering plan': 'Fuera de todo plan de numeración',
  'Overlaps {name} by {count} numbers': {
    one: 'Se superpone con {name} en {count} número',
    other: 'Se superpone con {name} en {count} números',
  },
  'Overlaps no other range.': 'No se superpone con ningún otro rango.',
  'Checking for overlaps...': 'Comprobando superposiciones...',
  'Overlaps could not be checked: {reason}': 'No se pudieron comprobar las superposiciones: {reason}',
  'Create Range': 'Crear rango',
  'Creating...': 'Creando...',
  'Update Range': 'Actualizar rango',
  'Updating...': 'Actualizando...',
  '{name} is created': '{name} se creó',
  '{name} is updated': '{name} se actualizó',
  'Loading range': 'Cargando rango',
  'Somebody changed this range while you were editing it.': 'Alguien cambió este rango mientras usted lo editaba.',
  '{name} changed this range while you were editing it.': '{name} cambió este rango mientras usted lo editaba.',
  'Nothing you typed is lost. Where both of you changed the same, choose whose stays, then save again.':
    'No se pierde nada de lo que escribió. Donde ambos cambiaron lo mismo, elija cuál queda y vuelva a guardar.',
  'Nothing you typed is lost. What changed elsewhere was taken over; look at it and save again.':
    'No se pierde nada de lo que escribió. Lo que cambió en otra parte ya se tomó; revíselo y vuelva a guardar.',
  'Taken over': 'Tomado',
  'Stored now': 'Guardado ahora',
  Yours: 'Lo suyo',
  Yes: 'Sí',
  No: 'No',
  'Save again': 'Volver a guardar',
} satisfies Catalog

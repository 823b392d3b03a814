// The command ids of SMPP 3.4 (table 5-1) that a receiving platform meets. Ids that are not here decode to `unknown`
// and are answered with generic_nack; query_sm, replace_sm, cancel_sm and submit_multi are left out on purpose.

export const COMMAND_ID = {
  bind_receiver: 0x00000001,
  bind_transmitter: 0x00000002,
  submit_sm: 0x00000004,
  deliver_sm: 0x00000005,
  unbind: 0x00000006,
  bind_transceiver: 0x00000009,
  outbind: 0x0000000b,
  enquire_link: 0x00000015,
  alert_notification: 0x00000102,
  data_sm: 0x00000103,
  generic_nack: 0x80000000,
  bind_receiver_resp: 0x80000001,
  bind_transmitter_resp: 0x80000002,
  submit_sm_resp: 0x80000004,
  deliver_sm_resp: 0x80000005,
  unbind_resp: 0x80000006,
  bind_transceiver_resp: 0x80000009,
  enquire_link_resp: 0x80000015,
  data_sm_resp: 0x80000103,
} as const

export type CommandName = keyof typeof COMMAND_ID

const NAME_BY_ID = new Map<number, CommandName>(
  Object.entries(COMMAND_ID).map(([name, id]) => [id, name as CommandName]),
)

/** Bit 31 of a command id marks a response (5.1.2.1). */
export const RESPONSE_BIT = 0x80000000

/** The name of a command id, or undefined when this package does not know it. */
export function commandName(commandId: number): CommandName | undefined {
  return NAME_BY_ID.get(commandId)
}

/** Whether the id is one of a response; generic_nack is one. */
export function isResponseId(commandId: number): boolean {
  return commandId >= RESPONSE_BIT
}

// Says what happened, briefly: notify('Range saved'). With `undo`, the toast offers the way back.
type Notice = { tone?: 'good' | 'bad'; description?: string; undo?: () => void }

export function notify(text: string, { tone = 'good', description, undo }: Notice = {}): void {
  void import('sonner').then(({ toast }) => {
    const show = tone === 'good' ? toast.success : toast.error
    show(text, {
      ...(description === undefined ? {} : { description }),
      ...(undo === undefined ? {} : { action: { label: 'Undo', onClick: undo } }),
    })
  })
}

// The door of the wallet slice.
export { walletRoutes } from './wallet.routes.ts'

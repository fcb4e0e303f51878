import type { Order } from './messages.ts'
import { runOrder } from './run-order.ts'

// The load runs in its own process, so that the server does not also act as its own client.
process.on('disconnect', () => process.exit(0))
process.on('message', (order) => {
  runOrder(order as Order).then(
    (result) => process.send?.(result),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.send?.('ready')

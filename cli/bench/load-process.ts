import type { Order } from './messages.ts'
import { runOrder } from './run-order.ts'

// A process of its own makes the load, so that the server is not busy with being its own client.
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

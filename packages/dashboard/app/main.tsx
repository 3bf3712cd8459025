// Starts the dashboard: takes the set-up token out of the address, then draws.
import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { watchConnection } from './api/connection.ts'
import { queryClient, refreshAll, router } from './router.ts'
import { takeSetupToken } from './setup-token.ts'

takeSetupToken()
addEventListener('hashchange', takeSetupToken)
watchConnection(refreshAll)

const element = document.getElementById('root')
if (element) {
  createRoot(element).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

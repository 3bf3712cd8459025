// Reads of the ingress: rules of an app, and whatever is kept of domains and certificates.
import type { AppDomain } from '@levelrail/contract/schemas/domains.ts'
import type { AppRulesSet } from '@levelrail/contract/schemas/rules.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../ui/toast.tsx'
import { api } from './client.ts'
import { keys } from './queries.ts'

/** Under the key of the app, whose changes tell of its rules too. */
export function rulesQuery(name: string) {
  return queryOptions({
    queryKey: [...keys.apps, 'one', name, 'rules'],
    queryFn: ({ signal }) => api.appRulesView({ params: { name }, signal }),
  })
}

/** The route writes all rules at once; those that are not given here stay as they are now. */
export function useRulesChange(name: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (change: AppRulesSet) => {
      const params = { name }
      const now = await api.appRulesView({ params })
      return api.appRulesSet({ params, body: { ...now, ...change } })
    },
    onSuccess: (saved) => queryClient.setQueryData(rulesQuery(name).queryKey, saved),
  })
}

export const ingressSettingsQuery = queryOptions({
  queryKey: keys.ingress,
  queryFn: ({ signal }) => api.ingressSettingsView({ signal }),
})

/** Names are looked up anew at every ask, and now and then while the answer is on screen: records take their time. */
const lookUp = { staleTime: 0, gcTime: 0, refetchInterval: 10_000, retry: false }

/** Where the primary domain leads to. */
export function ingressCheckQuery(domain: string) {
  return queryOptions({
    ...lookUp,
    queryKey: ['dns', 'primary', domain],
    queryFn: ({ signal }) => api.ingressCheck({ signal }),
  })
}

/** Where a domain of an app leads to. */
export function domainCheckQuery(name: string, domain: string) {
  return queryOptions({
    ...lookUp,
    queryKey: ['dns', name, domain],
    queryFn: ({ signal }) => api.appDomainCheck({ params: { name }, query: { domain }, signal }),
  })
}

export const allDomainsQuery = queryOptions({
  queryKey: [...keys.domains, 'all'],
  queryFn: ({ signal }) => api.domainList({ query: {}, signal }),
})

/** How each domain of the app is served; what becomes of requests is told by `domainsQuery`. */
export function appDomainsQuery(name: string) {
  return queryOptions({
    queryKey: [...keys.domains, name, 'options'],
    queryFn: ({ signal }) => api.appDomainList({ params: { name }, signal }),
  })
}

/** The route writes the whole list; `change` gets it as it is now. */
export function useDomainsChange(name: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (change: (now: AppDomain[]) => Parameters<typeof api.appDomainSet>[0]['body']) => {
      const params = { name }
      return api.appDomainSet({ params, body: change(await api.appDomainList({ params })) })
    },
    onSuccess: (saved) => queryClient.setQueryData(appDomainsQuery(name).queryKey, saved),
    onSettled: () =>
      Promise.all(
        [keys.domains, keys.certificates, keys.apps].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      ),
  })
}

export const certificatesQuery = queryOptions({
  queryKey: keys.certificates,
  queryFn: ({ signal }) => api.certificateList({ signal }),
})

/** Orders a certificate now, whatever was waited for. */
export function useCertificateRenew() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.certificateRenew({ params: { id } }),
    onSuccess: () => toast('A certificate is being ordered'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.certificates }),
  })
}

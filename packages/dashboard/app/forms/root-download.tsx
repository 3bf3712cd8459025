// The root certificate of the internal authority, for machines that should trust it.
import { ApiFailure } from '@levelrail/contract/client.ts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api } from '../api/client.ts'
import { describeFailure } from '../api/failure.ts'
import { Failure } from '../components/failure.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions, DialogBody } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'

export function RootDownload() {
  const root = useMutation({
    mutationFn: () => api.certificateAuthorityView({}),
    onSuccess: (pem) => {
      const link = document.createElement('a')
      link.href = `data:application/x-pem-file,${encodeURIComponent(String(pem))}`
      link.download = 'levelrail-root.pem'
      link.click()
    },
  })
  return (
    <>
      <Button
        pending={root.isPending}
        title="To be trusted by your machines, where domains have certificates of the internal authority"
        onClick={() => root.mutate()}
      >
        <Download className="size-3.5" aria-hidden="true" />
        Internal root
      </Button>
      {root.error && (
        <Dialog title="Internal root" onClose={root.reset}>
          <DialogBody>
            {root.error instanceof ApiFailure && root.error.status === 404 ? (
              <Notice tone="unknown" title="There is none to download">
                {describeFailure(root.error, '').detail}
              </Notice>
            ) : (
              <Failure error={root.error} act="download the root certificate" />
            )}
          </DialogBody>
          <DialogActions>
            <Button onClick={root.reset}>Close</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}

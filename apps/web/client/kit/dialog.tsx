import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.js';

type DialogProps = {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** The way out, in words that say what stays. */
  readonly keep: string;
  readonly onClose: () => void;
};

/** Asks more before something happens; `Esc` is the way out. */
export function Dialog({ title, about, children, action, keep, onClose }: DialogProps) {
  return (
    <ModalOverlay className="scrim" isOpen isDismissable onOpenChange={onClose}>
      <Modal className="modal">
        <AriaDialog className="dialog">
          <header>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {about !== undefined && <p>{about}</p>}
          </header>
          <div className="in">{children}</div>
          <footer>
            <Button autoFocus={children === undefined} onPress={onClose}>
              {keep}
            </Button>
            {action}
          </footer>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

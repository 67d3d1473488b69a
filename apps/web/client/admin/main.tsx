import { mount } from '../shared/mount.js';
import { Root } from './root.js';

mount(<Root />);

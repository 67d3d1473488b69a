import '../styles/webmail-pages.css';
import { mount } from '../shared/mount.js';
import { Root } from './root.js';

mount(<Root />);

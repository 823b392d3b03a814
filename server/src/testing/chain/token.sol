// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.30;

// A token for tests, as plain as it can be: whoever makes it owns a supply. It can refuse single accounts, as the
// issuers of dollar tokens do, and, where its maker says so, its `transfer` answers nothing, as the oldest of them does.
contract TestToken {
    string public name;
    string public symbol;
    uint8 public decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public isBlackListed;
    address private immutable maker;
    bool private immutable answersNothing;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory symbol_, uint8 decimals_, bool answersNothing_) {
        name = symbol_;
        symbol = symbol_;
        decimals = decimals_;
        answersNothing = answersNothing_;
        maker = msg.sender;
        totalSupply = 1_000_000_000 * 10 ** uint256(decimals_);
        balanceOf[msg.sender] = totalSupply;
        emit Transfer(address(0), msg.sender, totalSupply);
    }

    function transfer(address to, uint256 value) external {
        require(!isBlackListed[msg.sender], "sender is refused");
        move(msg.sender, to, value);
        if (answersNothing) return;
        assembly {
            mstore(0, 1)
            return(0, 32)
        }
    }

    // Two movements in one transaction, as an exchange pays several customers at once.
    function transferTwice(address first, uint256 firstValue, address second, uint256 secondValue) external {
        move(msg.sender, first, firstValue);
        move(msg.sender, second, secondValue);
    }

    function refuse(address account, bool isRefused) external {
        require(msg.sender == maker, "only the maker refuses");
        isBlackListed[account] = isRefused;
    }

    function move(address from, address to, uint256 value) private {
        require(balanceOf[from] >= value, "not enough");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
